/** What lists show of the person that a row is about; the community is the organisation unit that looks after the person. */
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

/** The person in the examples of import templates; the number is the one that the national standard on citizen numbers shows (GB 11643). */
export const examplePerson = {
  name: '王秀英',
  number: '11010519491231002X',
  gender: '2',
  birthday: '1949-12-31',
} as const;

/** The device in the examples of import templates. */
export const exampleImei = '860000000000018';
