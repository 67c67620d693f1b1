/** `forbidden`: a text with it is refused. `suspicious`: it is published, and a case opens for operators. */
export const wordLevels = ['forbidden', 'suspicious'] as const
export type WordLevel = (typeof wordLevels)[number]
export const wordLevelLabels: Readonly<Record<WordLevel, string>> = { forbidden: '禁止发布', suspicious: '可疑' }

export const maxWordLength = 40
