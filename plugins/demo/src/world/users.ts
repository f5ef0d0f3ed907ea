/** The household, and what it watches on. */
export interface Device {
  readonly id: string;
  readonly name: string;
  readonly client: string;
}

export interface User {
  readonly id: string;
  readonly name: string;
  readonly admin: boolean;
  readonly devices: readonly [Device, ...Device[]];
}

const user = (id: string, name: string, admin: boolean, ...devices: readonly (readonly [string, string])[]): User => {
  const [first, ...rest] = devices.map(([device, client], index) => ({
    id: `${id}-device-${index}`,
    name: device,
    client,
  }));
  if (first === undefined) throw new RangeError(`${name} has no device`);
  return { id, name, admin, devices: [first, ...rest] };
};

export const USERS: readonly User[] = [
  user('user-ada', 'Ada', true, ['Living Room TV', 'TV app'], ['Ada’s phone', 'Phone app']),
  user('user-ben', 'Ben', false, ['Ben’s tablet', 'Tablet app'], ['Firefox', 'Web']),
  user('user-cleo', 'Cleo', false, ['Bedroom TV', 'TV app']),
  user('user-dario', 'Dario', false, ['Chrome', 'Web'], ['Dario’s phone', 'Phone app']),
  user('user-elif', 'Elif', false, ['Projector', 'TV app']),
  user('user-finn', 'Finn', false, ['Game console', 'Console app']),
  user('user-grandma', 'Grandma', false, ['Kitchen tablet', 'Tablet app']),
];
