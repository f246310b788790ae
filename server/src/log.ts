import { pino, type Level, type Logger } from 'pino';

const standardOutput = 1;

// What is kept of lines that could not be written, and is written once they can.
const keptBytesMax = 1024 * 1024;

/**
 * JSON lines on the standard output. Where that is a file on a full disk, or a pipe that nobody reads any more, lines are
 * lost, and nothing else: an error without a listener would end the process.
 */
export function createLog(level: Level | 'silent', fileDescriptor = standardOutput): Logger {
  const destination = pino.destination({ dest: fileDescriptor, sync: true, maxLength: keptBytesMax });
  destination.on('error', () => undefined);
  return pino({ level }, destination);
}
