/** Limits of a shop profile, used by the contract and the forms. */
export const shopLimits = {
  name: 30,
  brief: 500,
  introduction: 5_000,
  holidayNotice: 100,
  pictures: 20,
  caption: 40,
  capabilities: 20,
} as const

/** Aspect ratio of shop pictures: 3 : 2. */
export const shopPictureRatio = 3 / 2

/** Splits a text into paragraphs at empty lines. */
export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
