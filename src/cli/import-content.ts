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
const mostBytes = 32 * 1024 * 1024
/** Faults that are told one by one. */
const mostTold = 100

/**
 * Puts a list of news, policies or parks into the database, all rows or none; the same file twice changes nothing.
 * Throws a text with one line for each fault.
 */
export async function importContent(db: Db, kind: string, file: string | undefined): Promise<string> {
  const run = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (run === undefined || file === undefined) throw new Error('import takes news, policies or parks, and a file')
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() !== true) throw new Error(`There is no file ${file}`)
  if (found.size > mostBytes) throw new Error('The file has more than 32 MB: split it')
  const rows = await readRows(basename(file), await readFile(file))
  try {
    const { added, changed, same, kept } = await run(db, rows)
    const left = kept === 0 ? '' : ` ${kept} of them were changed by operators and left alone.`
    return `${added} new, ${changed} changed, ${same} as they were.${left} Pages show it within five minutes.`
  } catch (err) {
    if (err instanceof ImportRefused) throw new Error(faultText(err), { cause: err })
    throw err
  }
}

function faultText({ faults }: ImportRefused): string {
  const lines = faults
    .slice(0, mostTold)
    .map(({ line, column, message }) => `Line ${line}${column === '' ? '' : `, ${column}`}: ${message}`)
  const more = faults.length > mostTold ? [`… and ${faults.length - mostTold} more`] : []
  return [...lines, ...more, 'Nothing was imported.'].join('\n')
}
