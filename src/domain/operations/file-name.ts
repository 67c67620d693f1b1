import type { FileKind } from './file-rules.ts'

const maxNameLength = 100
/** Controls, what turns the direction of writing or shows nothing, and what file systems do not take. */
const forbiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu

/**
 * The name a file is kept under: without folders, hidden signs and foreign extensions, 100 characters at most, and
 * ending in the extension of what it really is.
 */
export const cleanFileName = (given: string, kind: FileKind): string => withExtension(given, kind)

/** A new name for a kept file, which keeps its extension. */
export const renameFile = (before: string, given: string): string =>
  withExtension(given, before.split('.').at(-1) ?? '')

function withExtension(given: string, extension: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(forbiddenCharacters, '').replaceAll(/\s+/g, ' ')
  const base = plain.replace(/\.[a-z][a-z0-9]{0,4}$/i, '').replaceAll(/^[. ]+|[. ]+$/g, '')
  const short = [...base]
    .slice(0, maxNameLength - extension.length - 1)
    .join('')
    .trim()
  return `${short === '' ? '文件' : short}.${extension}`
}
