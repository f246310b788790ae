import { pino, type Level, type Logger } from 'pino';

const standardOutput = 1;

// Bounds the lines that could not be written. They are written once the output works again.
const keptBytesMax = 1024 * 1024;

/**
 * JSON lines on the standard output. If that is a file on a full disk, or a pipe without a reader, lines are lost, and
 * nothing else: an error without a listener would end the process.
 */
export function createLog(level: Level | 'silent', fileDescriptor = standardOutput): Logger {
  const destination = pino.destination({ dest: fileDescriptor, sync: true, maxLength: keptBytesMax });
  destination.on('error', () => undefined);
  return pino({ level }, destination);
}
