/** The lines of a Markdown text as they are read: without signs, links by their words; lines of tables cell by cell. */
export const plainLines = (markdown: string): string[] =>
  markdown
    .split('\n')
    .filter((line) => !/^[\s:|-]+$/.test(line))
    .map((line) =>
      line
        .replace(/!\[([^[\]]*)\]\([^)]{0,300}\)/g, '$1')
        .replace(/\[([^[\]]*)\]\([^)]{0,300}\)/g, '$1')
        .replace(/^\s*(?:#{1,6}|[-*>]|\d+\.)\s+/, '')
        .replace(/\*\*|`/g, '')
        .split('|')
        .map((cell) => cell.trim())
        .join(' ')
        .trim(),
    )
    .filter((line) => line !== '')

const charactersAMinute = 400

/** Minutes that a text takes to read, at least 1. */
export const getReadingMinutes = (markdown: string): number =>
  Math.max(1, Math.round(plainLines(markdown).join('').length / charactersAMinute))
