import { expect, test } from 'vitest'
import { wrongWords } from '../../src/domain/content/wrong-words.ts'
import { code, filesOf, textOf } from '../support/sources.ts'

test('the words are those that people expect', () => {
  const files = [...code('src', 'areas'), ...filesOf('src/**/*.md', 'public/**/*.svg')].filter(
    // The list itself.
    (file) => file !== 'src/domain/content/wrong-words.ts',
  )
  const found = files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) =>
        wrongWords
          .filter(({ wrong }) => wrong.test(line))
          .map(({ wrong, right }) => `${file}:${index + 1}: ${wrong.exec(line)?.[0]} → ${right}`),
      ),
  )
  expect(found).toEqual([])
})
