import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Db } from '../db/open.ts'
import { ImportRefused, type Imported } from '../server/content/importing/import-rows.ts'
import { importNews, importParks, importPolicies } from '../server/content/importing/kinds.ts'
import { readRows } from '../server/content/importing/read-rows.ts'

const kinds: Readonly<Record<string, (db: Db, rows: Awaited<ReturnType<typeof readRows>>) => Promise<Imported>>> = {
  news: importNews,
  policies: importPolicies,
  parks: importParks,
}
const maxBytes = 32 * 1024 * 1024
/** Maximum number of reported errors. */
const maxReported = 100

/**
 * Imports news, policies or parks into the database, all rows or none; importing the same file twice changes nothing.
 * Throws a message with one line per error.
 */
export async function importContent(db: Db, kind: string, file: string | undefined): Promise<string> {
  const run = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (run === undefined || file === undefined) throw new Error('import takes news, policies or parks, and a file')
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() !== true) throw new Error(`There is no file ${file}`)
  if (found.size > maxBytes) throw new Error('The file has more than 32 MB: split it')
  const rows = await readRows(basename(file), await readFile(file))
  try {
    const { added, changed, same, handEdited } = await run(db, rows)
    const left = handEdited === 0 ? '' : ` ${handEdited} of them were changed by operators and left alone.`
    return `${added} new, ${changed} changed, ${same} as they were.${left} Pages show it within five minutes.`
  } catch (err) {
    if (err instanceof ImportRefused) throw new Error(refusalText(err), { cause: err })
    throw err
  }
}

function refusalText({ errors }: ImportRefused): string {
  const lines = errors
    .slice(0, maxReported)
    .map(({ line, column, message }) => `Line ${line}${column === '' ? '' : `, ${column}`}: ${message}`)
  const more = errors.length > maxReported ? [`… and ${errors.length - maxReported} more`] : []
  return [...lines, ...more, 'Nothing was imported.'].join('\n')
}
