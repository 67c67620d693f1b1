import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Copies the files of a folder, faster than `cpSync`. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const copy = join(to, relative(from, path))
    if (entry.isDirectory()) mkdirSync(copy, { recursive: true })
    else writeFileSync(copy, readFileSync(path))
  }
}
