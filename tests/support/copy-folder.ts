import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Copies the files of a folder, faster than `cpSync`: zeros at the end of a file become a hole. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const copy = join(to, relative(from, path))
    if (entry.isDirectory()) mkdirSync(copy, { recursive: true })
    else writeSparse(copy, readFileSync(path))
  }
}

function writeSparse(path: string, content: Buffer): void {
  const file = openSync(path, 'w')
  let end = content.length
  while (end > 0 && content[end - 1] === 0) end -= 1
  if (end > 0) writeSync(file, content, 0, end)
  if (end < content.length) ftruncateSync(file, content.length)
  closeSync(file)
}
