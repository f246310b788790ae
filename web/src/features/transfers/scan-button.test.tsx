import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { canScan } from './can-scan.ts';
import { ScanButton } from './scan-button.tsx';

afterEach(() => vi.unstubAllGlobals());

const dialog = () => page.getByRole('dialog', { name: 'Scan a QR code' });

/** A camera that shows nothing for a while, and then a code. Development renders twice, so it may be asked for twice. */
function standBefore(codes: readonly string[]) {
  const stop = vi.fn<() => void>();
  const looks = [[], ...codes.map((rawValue) => [{ rawValue }])];
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = () => Promise.resolve(looks.length > 1 ? looks.shift() : looks[0]);
    },
  );
  const stream = new MediaStream();
  vi.spyOn(stream, 'getTracks').mockReturnValue([{ stop } as unknown as MediaStreamTrack]);
  const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  return { stop, ask };
}

it('reads the code, turns the camera off and closes', async () => {
  const { stop, ask } = standBefore(['@omid']);
  const onRead = vi.fn<(text: string) => void>();
  await renderApp(<ScanButton onRead={onRead} />);
  expect(canScan()).toBe(true);
  await button('Scan a QR code').click();
  await expect.poll(() => onRead.mock.calls).toEqual([['@omid']]);
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(stop.mock.calls.length).toBe(ask.mock.calls.length);
});

it('turns the camera off where somebody closes it, and has read nothing', async () => {
  const { stop, ask } = standBefore([]);
  const onRead = vi.fn<(text: string) => void>();
  await renderApp(<ScanButton onRead={onRead} />);
  await button('Scan a QR code').click();
  await expect.element(dialog()).toBeVisible();
  await expect.poll(() => ask.mock.calls.length).toBeGreaterThan(0);
  await button('Cancel').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(() => stop.mock.calls.length).toBe(ask.mock.calls.length);
  expect(onRead).not.toHaveBeenCalled();
});

it('says that it can’t see where there is no camera, or none that may be used', async () => {
  const { ask } = standBefore([]);
  ask.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await renderApp(<ScanButton onRead={() => undefined} />);
  await button('Scan a QR code').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/We can’t use the camera/);
});
