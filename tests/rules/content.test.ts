import { parseFrontmatter } from '@astrojs/internal-helpers/frontmatter'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { areaIds } from '../../areas/area.ts'
import { contentProblems } from '../../src/cli/content-check.ts'
import { readFrontMatter } from '../../src/content/front-matter.ts'
import { helpSchema } from '../../src/content/help-schema.ts'
import { filesOf, textOf } from '../support/sources.ts'

test('the texts are publishable: front matter, links, headings, pictures and words', () => {
  expect(contentProblems()).toEqual([])
})

test('the areas of a text exist', () => {
  expect(helpSchema.shape.areas.unwrap().element.options).toEqual([...areaIds])
})

test('the check is part of `npm run check`', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'))
  expect(scripts['check']).toContain('npm run content:check')
})

test('texts contain no placeholders or notes about their creation', () => {
  const wrong = filesOf('src/content/**/*.md').filter((file) => /TO[D]O|FIX[M]E|占位|待补充|lorem/i.test(textOf(file)))
  expect(wrong).toEqual([])
})

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A temporary folder with texts, by path. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const head = (more = '') => `---
id: 2801
category: 28
title: 如何注册账号？
summary: 填写登录名与手机号即可。
published: '2026-11-01'
updated: '2026-11-02'
${more}---

`
const file = 'src/content/help/one.md'
const faultsOf = (text: string) => contentProblems(folderWith({ [file]: text }))

test('a correct text has no errors', () => {
  expect(
    faultsOf(`${head()}先[登录](/login/login)，再看 [FDA](https://www.fda.gov)。\n\n## 步骤\n\n### 小节\n`),
  ).toEqual([])
})

test.each([
  ['a head without its end', '没有文件头\n', '1: 开头须有两行 --- 之间的文件头'],
  ['a field that nobody knows', head('colour: red\n'), '8: 没有 colour 这一项'],
  ['a list that is text', head('keywords: >\n  登录\n'), '8: keywords：这里要写列表'],
  ['a field that is missing', head().replace(/^summary.*\n/m, ''), '1: 缺少 summary 这一项'],
  ['a quote that nobody closed', head().replace('如何注册账号？', "'如何注册账号？"), '4: 引号没有成对'],
  ['a colon inside a title', head().replace('如何注册账号？', '如何注册: 第一步'), '4: 内容里有半角冒号'],
  ['a bracket that nobody closed', head('keywords: [注册, 登录\n'), '8: 括号没有成对'],
  ['a field written twice', head('category: 28\n'), '8: 这一项写了两次'],
  ['a day without quotes', head().replace("'2026-11-02'", '2026-11-02'), '7: updated：日期要放进单引号'],
  ['a title that YAML reads as a comment', head().replace('如何注册账号？', '#如何注册'), '4: title：这一项没有内容'],
  ['a title that is a number', head().replace('如何注册账号？', '2026'), '4: title：这里要写文字'],
  ['a line that is no field', head('没有冒号\n'), '8: '],
  ['a picture by a relative path', `${head()}![流程](./flow.png)\n`, '10: 图片地址须以 / 开头'],
  ['an id of another category', head().replace('2801', '2901'), '2: id 须以分类 28 开头，后接两位数字'],
  ['a title that is too long', head().replace('如何注册账号？', '长'.repeat(31)), '4: title：最多 30 个字'],
  ['a day that is none', head().replace('2026-11-02', '2026-13-02'), '7: updated：不是一个日期'],
  ['a related question that is not there', head('related: [9999]\n'), '8: 没有编号为 9999 的其他问题'],
  ['a page that is not there', `${head()}看[这里](/nowhere)\n`, '10: 没有这个页面：/nowhere'],
  [
    'a question that is not there',
    `${head()}\n看[这里](/platform/commonProblem/helpDetail?id=2899)\n`,
    '11: 没有这一篇：/platform/commonProblem/helpDetail?id=2899',
  ],
  ['a category that is not there', `${head()}看[这里](/platform/commonProblem/helpList?id=2)\n`, '10: 没有这个分类：2'],
  ['a link without its slash', `${head()}看[这里](login)\n`, '10: 链接须以 / 或 https:// 开头：login'],
  [
    'a picture that is not there',
    `${head()}![流程](/pictures/none.png)\n`,
    '10: 没有这张图片：public/pictures/none.png',
  ],
  ['a heading of the first level', `${head()}# 标题\n`, '10: 一级标题就是文件头的 title'],
  ['a level left out', `${head()}## 一\n\n#### 二\n`, '12: 标题跳了级'],
  ['a heading that is too long', `${head()}## ${'长'.repeat(25)}\n`, '10: 小标题最多 24 个字，现有 25 个'],
  ['a wrong word', `${head()}请先登陆\n`, '10: 用词：登陆 → 登录'],
  ['a wrong word in the head', head().replace('填写登录名', '填写帐号'), '5: 用词：帐号 → 账号、账户'],
  ['Chinese that touches figures', `${head()}最多30个字\n`, '10: 中文与英文、数字之间空一格'],
])('reports %s, with file and line', (_what, text, fault) => {
  const faults = faultsOf(text)
  expect(
    faults.some((line) => line.startsWith(`${file}:${fault}`)),
    faults.join('\n'),
  ).toBe(true)
})

test.each([
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ['both', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
])('a text with %s passes, and its errors keep their line numbers', (_what, save) => {
  expect(faultsOf(save(`${head('keywords: [注册]\n')}## 步骤\n\n先看[这里](/login/login)。\n`))).toEqual([])
  expect(faultsOf(save(`${head()}## 一\n\n#### 二\n`)).join()).toContain(`${file}:12: 标题跳了级`)
})

test.each([
  ["title: 'open", false],
  ['title: a: b', false],
  ['title: "quoted: well"', true],
  ['title: @at', false],
  ['title: >\n  folded', true],
  ['other: { nested: [1, 2] }', true],
  ['\ttitle: tab', false],
])('parses front matter like the build: %s', async (rows, isReadable) => {
  const source = `---\n${rows}\n---\n正文\n`
  const build = await Promise.try(() => parseFrontmatter(source).frontmatter).catch(() => undefined)
  const read = readFrontMatter(source)
  expect(build !== undefined).toBe(isReadable)
  expect(read.faults.length === 0).toBe(isReadable)
  expect(read.head).toEqual(build ?? {})
})

test('the check uses the same parser as the build', () => {
  const { version }: { version: string } = JSON.parse(textOf('node_modules/@astrojs/internal-helpers/package.json'))
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    textOf('node_modules/astro/package.json'),
  )
  expect(dependencies['@astrojs/internal-helpers']).toBe(version)
})

test('front matter keeps its values, the lines of its fields and the line of the body', () => {
  const { head, body, bodyLine, lines, faults } = readFrontMatter(
    "---\nid: 2801\ntitle: 如何注册？\nday: '2026-11-01'\nsaid: 'it''s'\ndraft: true\nkeywords: [短信, '一, 二']\nnext:\n  - { label: 甲, href: '/a?x=1,2' }\n  - 乙\n---\n\n正文\n",
  )
  expect(head).toEqual({
    id: 2801,
    title: '如何注册？',
    day: '2026-11-01',
    said: "it's",
    draft: true,
    keywords: ['短信', '一, 二'],
    next: [{ label: '甲', href: '/a?x=1,2' }, '乙'],
  })
  expect([body, bodyLine, lines['title'], faults]).toEqual(['\n正文\n', 12, 3, []])
})

test('a question id is unique, except that an area’s text overrides the general one', () => {
  const general = `${head()}通用\n`
  const own = `${head('areas: [gaoxin]\n')}本地\n`
  expect(contentProblems(folderWith({ [file]: general, 'src/content/help/two.md': own }))).toEqual([])
  expect(contentProblems(folderWith({ [file]: general, 'src/content/help/two.md': general }))).toEqual([
    `${file}:2: id 2801 用了两次`,
    'src/content/help/two.md:2: id 2801 用了两次',
  ])
  expect(contentProblems(folderWith({ [file]: own }))).toEqual([`${file}:2: id 2801 没有各地区通用的一篇`])
  expect(contentProblems(folderWith({ [file]: head('areas: [nowhere]\n') })).join()).toContain(
    `${file}:8: areas 第 1 项：只能是`,
  )
})
