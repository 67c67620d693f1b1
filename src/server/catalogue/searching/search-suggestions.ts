import type { searchCalls } from '../../../contract/catalogue/search.ts'
import { hotWordKeys } from '../../../domain/reference/dictionary-keys.ts'
import type { Handler } from '../../handler.ts'
import { dictionaryTexts } from '../../reference/public.ts'
import { suggestionsFor } from '../../search/suggestions.ts'

export const searchSuggestions: Handler<typeof searchCalls.searchSuggestions> = async ({ kind, keyword }, context) => ({
  suggestions: await suggestionsFor(context.db, kind, keyword),
  hotWords: [...(await dictionaryTexts(context, hotWordKeys[kind])).values()],
})
