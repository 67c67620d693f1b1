import { expect, test } from 'vitest'
import { wrongWords } from '../../src/domain/content/check-text.ts'
import { codeFiles, filesOf, textOf } from '../support/sources.ts'

test('texts use the agreed vocabulary', () => {
  const files = [...codeFiles('src', 'areas'), ...filesOf('src/**/*.md', 'public/**/*.svg')].filter(
    // The word list itself, its table for readers, and the words in which people ask.
    (file) =>
      !['src/domain/content/check-text.ts', 'src/docs/glossary.md', 'src/domain/search/question.ts'].includes(file),
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
