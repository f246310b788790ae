import { expect, it } from 'vitest';
import { button, field } from './fields.ts';
import { listener } from './listener.ts';
import { nextFrames } from './clock.ts';
import { renderApp } from './render-app.tsx';

async function afterSomeFrames(then: () => void): Promise<void> {
  for (let times = 0; times < 4; times += 1) await nextFrames();
  then();
}

it('a press waits until nothing lies above', async () => {
  const heard = { pay: listener(), cover: listener() };
  await renderApp(
    <>
      <button type="button" onClick={heard.pay}>
        Pay
      </button>
      <button type="button" data-cover="" style={{ position: 'fixed', inset: 0 }} onClick={heard.cover}>
        Cover
      </button>
    </>,
  );
  const pressed = button('Pay').click();
  await afterSomeFrames(() => {
    expect(heard.pay).not.toHaveBeenCalled();
    document.querySelector('[data-cover]')?.toggleAttribute('hidden', true);
  });
  await pressed;
  expect([heard.pay, heard.cover].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

it('a press waits until what is pressed stands still', async () => {
  const heard = listener();
  await renderApp(
    <button type="button" style={{ position: 'fixed' }} onClick={heard}>
      Pay
    </button>,
  );
  const { style } = button('Pay').element() as HTMLElement;
  let isMoving = true;
  const moveFrom = (left: number) => {
    style.left = `${left}px`;
    if (isMoving) requestAnimationFrame(() => moveFrom(left + 1));
  };
  moveFrom(0);
  const pressed = button('Pay').click();
  await afterSomeFrames(() => {
    expect(heard).not.toHaveBeenCalled();
    isMoving = false;
  });
  await pressed;
  expect(heard).toHaveBeenCalledOnce();
});

it('a press reaches what has to be scrolled to, with a real event', async () => {
  const heard = listener();
  await renderApp(
    <div style={{ height: 100, overflow: 'auto' }}>
      <p style={{ height: 2000 }}>Above</p>
      <button type="button" onClick={({ isTrusted }) => heard(isTrusted)}>
        Pay
      </button>
    </div>,
  );
  await button('Pay').click();
  expect(heard.mock.calls).toEqual([[true]]);
});

it('a press that something gets under way to is taken back and done anew', async () => {
  const heard = { pay: listener(), other: listener() };
  await renderApp(
    <>
      <button type="button" onClick={heard.pay}>
        Pay
      </button>
      <button type="button" hidden style={{ position: 'fixed', inset: 0 }} onClick={heard.other}>
        Other
      </button>
    </>,
  );
  const other = document.querySelector<HTMLElement>('button[hidden]');
  const toggle = (hidden: boolean) => () => other?.toggleAttribute('hidden', hidden);
  addEventListener('mousemove', toggle(false), { once: true, capture: true });
  addEventListener('click', toggle(true), { once: true, capture: true });
  await button('Pay').click();
  expect([heard.pay, heard.other].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

it.each(['disabled', 'aria-disabled'])('a press waits for a button that is %s', async (attribute) => {
  const heard = listener();
  await renderApp(
    <button type="button" {...{ [attribute]: true }}>
      Pay
    </button>,
  );
  // React would go by what it was told when it rendered.
  const element = button('Pay').element();
  element.addEventListener('click', heard);
  const pressed = button('Pay').click();
  await afterSomeFrames(() => {
    expect(heard).not.toHaveBeenCalled();
    element.removeAttribute(attribute);
  });
  await pressed;
  expect(heard).toHaveBeenCalledOnce();
});

it('a text takes the place of the one before, as typed by a person, in one piece', async () => {
  const heard = listener();
  await renderApp(
    <input
      aria-label="Note"
      defaultValue="before"
      maxLength={8}
      onInput={({ nativeEvent }) => heard(nativeEvent.isTrusted, nativeEvent.constructor.name)}
    />,
  );
  await field('Note').fill('afterwards');
  await expect.element(field('Note')).toHaveValue('afterwar');
  await expect.element(field('Note')).toHaveFocus();
  expect(heard.mock.calls).toEqual([[true, 'InputEvent']]);
});

it.each(['disabled', 'readOnly'])('a text waits for a field that is %s', async (attribute) => {
  await renderApp(<input aria-label="Note" defaultValue="before" {...{ [attribute]: true }} />);
  const filled = field('Note').fill('after');
  await afterSomeFrames(() => {
    expect(field('Note').element()).toHaveValue('before');
    document.querySelector('input')?.removeAttribute(attribute);
  });
  await filled;
  await expect.element(field('Note')).toHaveValue('after');
});
