import { join } from 'node:path'

/** Folder of files being received; leftovers of a killed process are removed by delete-unused-files.ts. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming')
