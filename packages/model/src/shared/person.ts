/** What lists show of the person of a row. The community is the organisation unit that cares for the person. */
export const personJoins = {
  userName: 'client.name',
  sex: 'client.gender',
  age: 'client.age',
  phoneNumber: 'client.phone',
  communityId: 'client.organizationUnit',
  communityName: 'client.organizationUnit.displayName',
} as const;

/** What leads from the imei of a device to its page. */
export const deviceJoins = { deviceId: 'device.id' } as const;

/** The person in examples of import templates. The number is the example in GB 11643 (citizen numbers). */
export const examplePerson = {
  name: '王秀英',
  number: '11010519491231002X',
  gender: '2',
  birthday: '1949-12-31',
} as const;

/** The device in the examples of import templates. */
export const exampleImei = '860000000000018';
