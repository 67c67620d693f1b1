import { expect, test } from 'vitest'
import { code, filesOf, textOf } from '../support/sources.ts'

/** Words that users of such sites take for a mistake, and what to write instead. */
const words: readonly { readonly wrong: RegExp; readonly right: string }[] = [
  { wrong: /登陆/, right: '登录' },
  { wrong: /帐号|帐户/, right: '账号、账户' },
  { wrong: /你(?!们)/, right: '您' },
  { wrong: /请稍候再试/, right: '请稍后再试' },
  { wrong: /！！|!!+(?=['"`<])/, right: 'one exclamation mark at most' },
]

test('the words are those that people expect', () => {
  const files = [...code('src', 'areas'), ...filesOf('src/**/*.md', 'public/**/*.svg')]
  const found = files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) =>
        words
          .filter(({ wrong }) => wrong.test(line))
          .map(({ wrong, right }) => `${file}:${index + 1}: ${wrong.exec(line)?.[0]} → ${right}`),
      ),
  )
  expect(found).toEqual([])
})
