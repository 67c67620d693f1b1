/** Who news comes from; the words are the wire values of yxzNewsList. Specification section 7. */
export const newsSources = ['健康自媒体', '企业', '政府', '园区', '协会', '科研机构'] as const
export type NewsSource = (typeof newsSources)[number]

/** First day that news is asked from, unless told: the specification's default of `beginTime`. */
export const newsBegin = '2020-08-01'

/** The source a word stands for; undefined for any other word. */
export const newsSourceOf = (word: string | null): NewsSource | undefined => newsSources.find((each) => each === word)
