import { createSiblingApp, createTestApp, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { makeStaff, type StaffPerson } from './console-client.ts';

/** Who decides on settings together, and somebody whom it concerns. */
export interface TwoOwners {
  readonly testApp: TestApp;
  /** Another process on the same data. */
  readonly sibling: TestApp;
  readonly owner: StaffPerson;
  readonly second: StaffPerson;
  /** Has 1 BTC. */
  readonly person: SignedInPerson;
  close(): Promise<void>;
}

/** `environment`: what that of the sibling says. */
export async function startTwoOwners(environment: Readonly<Record<string, string>>): Promise<TwoOwners> {
  const testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  const sibling = await createSiblingApp(testApp, environment);
  const [owner, second] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
  return {
    testApp,
    sibling,
    owner,
    second,
    person,
    async close() {
      await sibling.close();
      await testApp.close();
    },
  };
}
