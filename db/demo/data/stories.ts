import type { NewStory } from '#src/features/community/stories/stories.contract.ts'

/** `likes` is how many sample visitors like it. */
export type DemoStory = NewStory & { daysAgo: number; likes: number }

/** Sample stories, latest first. */
export const DEMO_STORIES: readonly DemoStory[] = [
  {
    title: 'The last square',
    content:
      'My daughter and I have a rule: whoever had the worse day gets the last square. On Tuesday we argued for ten minutes about whose day was worse, each of us claiming hers had been wonderful.\n\nIn the end we broke it in two. It snapped exactly along the facet, and neither of us got the bigger piece.',
    authorName: 'Lakshmi R.',
    chocolateType: 'Dark Chocolate',
    emotion: 'happy',
    location: 'Secunderabad',
    daysAgo: 3,
    likes: 14,
  },
  {
    title: 'A heart, broken on purpose',
    content:
      'For our first anniversary I wanted something that she could not put on a shelf. The card with the ruby heart said that it is meant to be broken together, so we did, on the terrace, with the back of a spoon.\n\nShe kept the ribbon. I am told the heart was better than the speech.',
    authorName: 'Imran',
    chocolateType: 'Ruby Chocolate',
    emotion: 'romantic',
    location: 'Banjara Hills, Hyderabad',
    daysAgo: 8,
    likes: 23,
  },
  {
    title: 'It tasted of the railway platform',
    content:
      'When I was seven my grandfather bought me one bar at Kazipet junction, every summer, never two. He would peel the foil so slowly that the train was always about to leave.\n\nThe milk bar from here is far better than that one was. But there is a moment, right after the snap, when I am standing next to his suitcase again.',
    authorName: 'Venkat Rao',
    chocolateType: 'Milk Chocolate',
    emotion: 'nostalgic',
    location: 'Warangal',
    daysAgo: 12,
    likes: 31,
  },
  {
    title: 'Rain, a blanket and no signal',
    content:
      'The power went at eight and the network at nine. We lit two candles, warmed milk on the stove and melted half a bar into it. Nobody looked at a screen for three hours, and my teenager asked whether we could have a power cut every Friday.',
    authorName: 'Farah K.',
    chocolateType: 'Hot Chocolate',
    emotion: 'comforting',
    location: 'Mehdipatnam',
    daysAgo: 17,
    likes: 19,
  },
  {
    title: 'Forty boxes and one mistake',
    content:
      'We ordered favour boxes for my sister’s wedding and I wrote the wrong date on all forty cards. Nobody noticed. What everybody did notice was that the children had eaten the bonbons before the dal was served.\n\nTwo aunts have asked for the address of the studio. I gave them the right one.',
    authorName: 'Sneha P.',
    chocolateType: 'Bonbon',
    emotion: 'celebratory',
    location: 'Kukatpally',
    daysAgo: 24,
    likes: 11,
  },
  {
    title: 'Chili, at the wrong moment',
    content:
      'I bit into the chili bar just before a video call with the whole team. For the first thirty seconds it is sweet. Then it is not. I nodded through a quarterly report with tears in my eyes, and my manager wrote afterwards that he had been moved by how much I care.',
    authorName: 'Rohit',
    chocolateType: 'Chocolate Bar',
    emotion: 'adventurous',
    location: 'Gachibowli',
    daysAgo: 30,
    likes: 27,
  },
  {
    title: 'What I baked when nothing else worked',
    content:
      'After the move I knew nobody in the city. I baked a chocolate cake that was much too large, cut it into eight and rang at eight doors. Six opened. One of them is now the person I have tea with every Sunday.',
    authorName: 'Ananya',
    chocolateType: 'Chocolate Cake',
    emotion: 'comforting',
    daysAgo: 41,
    likes: 9,
  },
  {
    title: 'Nine truffles for nine exams',
    content:
      'My mother packed one truffle for each exam, wrapped in a paper with a date. I was allowed to open a paper only in front of the hall. I passed all nine, and I still cannot smell cocoa without looking for my hall ticket.',
    authorName: 'Meera S.',
    chocolateType: 'Truffle',
    emotion: 'nostalgic',
    location: 'Tarnaka',
    daysAgo: 55,
    likes: 16,
  },
]

/** Stories in moderation. */
export const DEMO_PENDING_STORIES: readonly NewStory[] = [
  {
    title: 'My first tempering',
    content: 'I tried to temper chocolate at home after a visit to the studio. The kitchen has forgiven me, almost.',
    authorName: 'Kiran',
    authorEmail: 'kiran@example.com',
    chocolateType: 'Dark Chocolate',
    emotion: 'adventurous',
    location: 'Miyapur',
  },
  {
    title: 'For a colleague who left',
    content: 'We gave her a box of nine and each of us said one sentence. It took longer than the farewell speech.',
    authorName: 'The third floor',
    emotion: 'celebratory',
  },
]
