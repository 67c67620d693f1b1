import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClientPackage } from './api-client/create-client-package.ts'

/** `npm run client [folder]`: writes the client package, by default below the build, which git ignores. */
const folder = process.argv[2] ?? 'dist/api-client'
await mkdir(folder, { recursive: true })
for (const [name, text] of Object.entries(createClientPackage())) await writeFile(join(folder, name), text)
process.stdout.write(`${folder}\n`)
