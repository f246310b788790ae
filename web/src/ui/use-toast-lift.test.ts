import { expect, it } from 'vitest';
import { toastLift } from './use-toast-lift.ts';

const screen = { screenHeight: 740, stackHeight: 60, gap: 16 };

it('sets toasts on the upper edge of a sheet that leaves room for them', () => {
  expect(toastLift({ ...screen, sheetTop: 92, actionTop: 600 })).toBe(648);
});

it('sets them above the action where the sheet leaves too little room', () => {
  expect(toastLift({ ...screen, sheetTop: 91, actionTop: 600 })).toBe(140);
});

it('leaves them at the lower edge where the action is scrolled out of sight, or there is none', () => {
  expect(toastLift({ ...screen, sheetTop: 40, actionTop: 740 })).toBe(0);
  expect(toastLift({ ...screen, sheetTop: 40, actionTop: undefined })).toBe(0);
});
