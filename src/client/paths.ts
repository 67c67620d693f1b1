// Made by `npm run generate` from the contract.
const paths: Readonly<Record<string, string>> = {
  'accounts.serviceId': '/get/serviceid',
  'accounts.login': '/user-center/user/login',
  'accounts.logout': '/user-center/user/logout',
  'accounts.profile': '/user-center/user/profile',
  'reference.dictionaryMap': '/system/dictionary/map',
  'reference.dictionaryKey': '/system/dictionary/key',
  'reference.districtSubset': '/system/district/subset',
  'reference.categoriesFand': '/system/category/fand/list',
  'reference.categoriesForIndex': '/system/category/list/for-index',
}

/** Path below /api of a call by its `domain.name`. */
export function pathOf(name: string): string {
  const path = paths[name]
  if (path === undefined) throw new Error(`No call ${name}: run npm run generate`)
  return path
}
