/** Most of what a shop may hold; the contract and the forms ask the same. */
export const shopLimits = {
  ...{ name: 30, brief: 500, introduction: 5_000, holidayNotice: 100 },
  ...{ pictures: 20, caption: 40, capabilities: 20 },
} as const

/** Pictures of a shop are shown 3 : 2. */
export const pictureRatio = 3 / 2

/** Paragraphs of a text that was typed with empty lines between them. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
