import type { questionsCalls } from '../../../contract/content/questions.ts'
import { helpCategories, helpMenu } from '../../../domain/content/help-categories.ts'
import type { Handler } from '../../handler.ts'
import { helpPages, pagesIn } from './help-pages.ts'

export const questionMenu: Handler<typeof questionsCalls.questionMenu> = async (_input, { config }) => {
  const pages = helpPages(config)
  return {
    data: helpMenu.map(({ name, ids }) => ({
      groupName: name,
      children: helpCategories
        .filter(({ id }) => ids.includes(id))
        .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
        .map(({ id, name: categoryName, intro }) => ({
          ...{ categoryId: id, categoryName, intro },
          count: pagesIn(pages, id).length,
        })),
    })),
  }
}
