/** LIKE pattern for texts that contain `text`; its wildcards are escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
