import { seedDataFolder } from './database.ts'

/** `node tests/support/make-template.ts FOLDER`: fills a new data folder with the demo, as a first start does. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name a folder')
await seedDataFolder(folder)
// Timers of libraries would keep the process.
process.exit(0)
