/**
 * `npm run operator -- <command> ...`: the operator's manual actions, beside a running server or alone.
 * Exits with 0 when it is done, 1 when it can't be, 2 when it was not understood.
 */
import { operate } from './operator/operate.ts';

const { exitCode, output, complaint } = await operate(process.argv.slice(2), process.env);
process.stdout.write(output);
process.stderr.write(complaint);
process.exitCode = exitCode;
