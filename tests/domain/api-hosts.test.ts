import { expect, test } from 'vitest'
import { apiHosts, hostsText, otherOrigins, ownHosts } from '../../src/domain/shell/api-hosts.ts'

test('a page has no hosts element if all calls go to its own origin', () => {
  expect(hostsText(ownHosts)).toBeUndefined()
  expect(otherOrigins(ownHosts)).toEqual([])
})

test('scripts parse the hosts of the page; each origin is listed once', () => {
  const hosts = { main: '/api', userCenter: 'https://u.example.com/api', cloudLocation: 'https://u.example.com/c' }
  expect(apiHosts(hostsText(hosts) ?? '')).toEqual(hosts)
  expect(otherOrigins(hosts)).toEqual(['https://u.example.com'])
})
