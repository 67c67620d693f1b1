/** Tags of the public pages that show a demand. */
export const demandTags = (...demandIds: readonly number[]): string[] => [
  'demands',
  ...demandIds.map((id) => `demand:${id}`),
]
