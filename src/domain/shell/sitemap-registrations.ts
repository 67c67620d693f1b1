/** Registration and testing services that search engines are told of: the names of the files in content/registration. */
export const sitemapRegistrations: readonly string[] = [
  'biocompatibility',
  'device-class2',
  'device-class3',
  'device-testing',
  'drug-quality-testing',
  'eu-us-filing',
  'extractables',
  'generic-application',
  'genotoxic-impurity',
  'ind-application',
  'post-approval-change',
  'stability-study',
]
