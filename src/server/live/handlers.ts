import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { classBook } from './classes/class-book.ts'
import { classDetail } from './classes/class.ts'
import { classFavourite } from './classes/class-favourite.ts'
import { classes } from './classes/classes.ts'
import { ownClass } from './classes/own-class.ts'
import { ownClasses } from './classes/own-classes.ts'
import { awardClaim, awards, awardShip, awardSign, managedAwards } from './draw/awards.ts'
import { drawEntriesList, drawOwn, drawWinners } from './draw/draw-own.ts'
import { drawTake } from './draw/draw-take.ts'
import { drawRound, drawRoundsList } from './draw/rounds.ts'
import { roundSave } from './draw/round-save.ts'
import { classChangeDrop } from './hosting/class-change-drop.ts'
import { classSave } from './hosting/class-save.ts'
import { classCancel, classFeature, classReview } from './hosting/class-steps.ts'
import { classUpdate } from './hosting/class-update.ts'
import { classReviews, hostedClasses } from './hosting/hosted-classes.ts'
import { scores } from './scores.ts'
import { questionAnswer, questionHide } from './watching/answers.ts'
import { classQuestions, questionAsk } from './watching/questions.ts'
import { watchBeat } from './watching/watch-beat.ts'

export const liveHandlers = {
  ...{ classes, class: classDetail, ownClass, classBook, classFavourite, ownClasses },
  ...{ watchBeat, classQuestions, questionAsk, questionAnswer, questionHide, scores },
  ...{ hostedClasses, classSave, classUpdate, classChangeDrop, classCancel, classReviews, classReview, classFeature },
  ...{ drawRounds: drawRoundsList, drawRound, drawWinners, drawEntries: drawEntriesList, drawOwn, drawTake, roundSave },
  ...{ awards, awardClaim, awardSign, managedAwards, awardShip },
} satisfies Handlers<Contract['live']>
