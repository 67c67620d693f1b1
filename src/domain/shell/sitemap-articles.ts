/** Articles that search engines are told of: the names of the files in content/articles. */
export const sitemapArticles: readonly string[] = [
  'accept-report',
  'choose-cro',
  'cnas-and-cma',
  'compare-quotations',
  'read-glp',
  'reference-standards',
  'transfer-to-cdmo',
  'write-demand',
]
