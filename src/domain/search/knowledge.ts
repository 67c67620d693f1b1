/** How the terms of a line of search knowledge relate (src/db/knowledge/README.md). */
export const knowledgeRelations = ['same', 'narrower', 'related', 'typo', 'need', 'compound'] as const
export type KnowledgeRelation = (typeof knowledgeRelations)[number]

export const knowledgeRelationLabels: Readonly<
  Record<KnowledgeRelation, { readonly label: string; readonly term: string; readonly others: string }>
> = {
  same: { label: '同义词', term: '词', others: '同义的词' },
  narrower: { label: '下位词', term: '词', others: '它包含的词' },
  related: { label: '相关词', term: '词', others: '找不到时可参考的词' },
  typo: { label: '错别字', term: '正确写法', others: '常见的错误写法' },
  need: { label: '需求描述', term: '分类或术语', others: '客户的说法' },
  compound: { label: '化合物', term: 'CAS 号', others: '名称（首选名称在前）' },
}

/** A line of search knowledge. */
export interface KnowledgeRow {
  readonly relation: KnowledgeRelation
  readonly term: string
  readonly others: readonly string[]
}

/** A row that takes the place of the line with the same relation and term; switched off, there is none. */
export interface KnowledgeChange extends KnowledgeRow {
  readonly isOff: boolean
}

/** Steps after a search, with what each says about a listing. */
export const choiceWeights = { open: 1, cart: 3, inquiry: 5 } as const
export type ChoiceStep = keyof typeof choiceWeights
export const choiceSteps = ['open', 'cart', 'inquiry'] as const
