import { api } from '../../../client/browser.ts'
import { programmeStatuses } from '../../../domain/projects/programmes.ts'
import { filteredList } from '../../filtered-list.ts'

/** R&D programmes that the person may see. */
export const programmeList = filteredList(programmeStatuses, (conditions) => api.projects.programmes(conditions))
