/** Groups of the links to public sites, in their order on the page. */
export const linkGroups = ['监管与审评', '标准与检验', '认可与信息'] as const
export type LinkGroup = (typeof linkGroups)[number]
