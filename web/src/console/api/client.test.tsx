import { exportAudit } from '@mercury/contract/console/audit.ts';
import { expect, it, vi } from 'vitest';
import { server } from '../../test/stand-in-server.ts';
import { callConsole } from './client.ts';

it('waits two minutes for a file, which may be large', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  try {
    server.reply(exportAudit, 'at\r\n');
    await expect(callConsole(exportAudit, { query: {} })).resolves.toBe('at\r\n');
    expect(timeout.mock.calls).toEqual([[120_000]]);
  } finally {
    timeout.mockRestore();
  }
});
