import type { DemandTemplate } from './template.ts'

/**
 * Versions that nobody starts from any more, word for word as they were: the demands made from them are read, changed
 * and copied by them.
 */
export const olderTemplates: readonly DemandTemplate[] = []
