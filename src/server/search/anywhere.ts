/** A text as part of a LIKE pattern, its own signs taken literally: what holds it anywhere. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
