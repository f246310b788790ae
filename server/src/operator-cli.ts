/**
 * `npm run operator -- <command> ...`: what an operator does by hand, beside a running server or alone.
 * Ends with 0 when it is done, 1 when it can't be, 2 when it was not understood.
 */
import { operate } from './operator/operate.ts';

const { exitCode, output, complaint } = await operate(process.argv.slice(2), process.env);
process.stdout.write(output);
process.stderr.write(complaint);
process.exitCode = exitCode;
