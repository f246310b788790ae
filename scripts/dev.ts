// The server, started again at each change, behind the web app's development server with hot reload: one address.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
// As web/vite.config.ts has it: what is no page or module goes on to the server.
const webAddress = 'http://localhost:5173';

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Links in mails and on the payment page lead to where the browser is.
    env: { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] ?? webAddress },
  }),
  spawn(
    process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--config', 'web/vite.config.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  ),
];

function endAll(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll);
for (const child of children) {
  child.once('exit', (code) => {
    // Neither is of use alone.
    process.exitCode ||= code ?? 0;
    endAll();
  });
}
