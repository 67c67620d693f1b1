import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { areaIds } from '../../areas/area.ts'
import { contentFaults } from '../../src/cli/content-check.ts'
import { helpSchema } from '../../src/content/help-schema.ts'
import { filesOf, textOf } from '../support/sources.ts'

test('the texts may go out: heads, links, headings, pictures and words', () => {
  expect(contentFaults()).toEqual([])
})

test('the areas of a text are the areas there are', () => {
  expect(helpSchema.shape.areas.unwrap().element.options).toEqual([...areaIds])
})

test('the check belongs to what everybody runs', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'))
  expect(scripts['check']).toContain('npm run content:check')
})

test('texts say nothing of how they were made', () => {
  const wrong = filesOf('src/content/**/*.md').filter((file) => /TO[D]O|FIX[M]E|占位|待补充|lorem/i.test(textOf(file)))
  expect(wrong).toEqual([])
})

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Texts of a folder of their own, by their paths. */
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
title: 怎样注册账号？
summary: 填写登录名与手机号即可。
published: '2026-11-01'
updated: '2026-11-02'
${more}---

`
const file = 'src/content/help/one.md'
const faultsOf = (text: string) => contentFaults(folderWith({ [file]: text }))

test('a text without a fault has none', () => {
  expect(
    faultsOf(`${head()}先[登录](/login/login)，再看 [FDA](https://www.fda.gov)。\n\n## 步骤\n\n### 小节\n`),
  ).toEqual([])
})

test.each([
  ['a head without its end', '没有文件头\n', '1: 开头须有两行 --- 之间的文件头'],
  ['a field that nobody knows', head('colour: red\n'), '8: 没有 colour 这一项'],
  ['YAML beyond what editors need', head('keywords: >\n  登录\n'), '9: 文件头只能写'],
  ['a field that is missing', head().replace(/^summary.*\n/m, ''), '1: summary: '],
  ['an id of another category', head().replace('2801', '2901'), '2: id 须以分类 28 开头，后接两位数字'],
  ['a title that is too long', head().replace('怎样注册账号？', '长'.repeat(31)), '4: title: '],
  ['a day that is none', head().replace('2026-11-02', '2026-13-02'), '7: updated: '],
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
])('finds %s, with its file and line', (_what, text, fault) => {
  const faults = faultsOf(text)
  expect(
    faults.some((line) => line.startsWith(`${file}:${fault}`)),
    faults.join('\n'),
  ).toBe(true)
})

test('one id stands for one question; an area’s own text takes the place of the general one', () => {
  const general = `${head()}通用\n`
  const own = `${head('areas: [gaoxin]\n')}本地\n`
  expect(contentFaults(folderWith({ [file]: general, 'src/content/help/two.md': own }))).toEqual([])
  expect(contentFaults(folderWith({ [file]: general, 'src/content/help/two.md': general }))).toEqual([
    `${file}:2: id 2801 用了两次`,
    'src/content/help/two.md:2: id 2801 用了两次',
  ])
  expect(contentFaults(folderWith({ [file]: own }))).toEqual([`${file}:2: id 2801 没有各地区通用的一篇`])
  expect(contentFaults(folderWith({ [file]: head('areas: [nowhere]\n') })).join()).toContain(`${file}:8: areas.0`)
})
