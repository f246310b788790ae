/** True if this browser reads QR codes by itself, and there may be a camera. Others get no button: see docs/decisions.md. */
export function canScan(): boolean {
  return 'BarcodeDetector' in globalThis && 'mediaDevices' in navigator;
}
