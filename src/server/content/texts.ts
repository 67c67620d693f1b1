import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { installation } from '../../config.ts'
import { readFrontMatter } from '../../content/front-matter.ts'

/** A Markdown text of src/content with its checked head. */
export interface Text<H> {
  /** File name without the ending. */
  readonly file: string
  readonly head: H
  readonly body: string
}

const folderOf = (collection: string) => join(installation, 'src/content', collection)

/**
 * All texts of a collection. Throws for a head that its schema refuses; `npm run content:check` reports where and
 * why.
 */
export function readTexts<S extends z.ZodType>(collection: string, schema: S): Text<z.output<S>>[] {
  return readdirSync(folderOf(collection))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const { head, body } = readFrontMatter(readFileSync(join(folderOf(collection), name), 'utf8'))
      return { file: name.slice(0, -3), head: schema.parse(head), body }
    })
}

/** A JSON data file of src/content. */
export const readData = <S extends z.ZodType>(name: string, schema: S): z.output<S> =>
  schema.parse(JSON.parse(readFileSync(folderOf(name), 'utf8')))
