/** Cache tags of the public pages that show demands. */
export const demandTags = (...demandIds: readonly number[]): string[] => [
  'demands',
  ...demandIds.map((id) => `demand:${id}`),
]
