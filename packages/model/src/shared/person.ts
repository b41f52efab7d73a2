/** What lists show of the person that a row is about; the community is the organisation unit that looks after the person. */
export const personJoins = {
  userName: 'client.name', sex: 'client.gender', age: 'client.age', phoneNumber: 'client.phone',
  communityId: 'client.organizationUnit', communityName: 'client.organizationUnit.displayName',
} as const;
