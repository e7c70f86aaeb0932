// The beginnings of real games between computers, for the small boards. `start` is shown at first.
interface Sample {
  start: number;
  turns: string;
}

const kSamples = new Map<string, Sample>([
  ['yavalath', {
    start: 9,
    turns:
      'd5 g3 f6 a1 c4 e6 c7 g5 c5 c6 a5 b5 e7 f5 d7',
  }],
  ['epaminondas', {
    start: 18,
    turns:
      'n1-l3 n11-m10 n2-m3 a12-d9 a2-a3 b12-e9 j1-n5 e9-e10 m1-m8 j12-m9 l3-m4 m10-j10 ' +
      'k1-n4 n12-k9 e2-n2 h12xm7 l1-n3 m9-m10 m8-n8 g12-j9 a1-n1 g11-h11 n5-l3 m7-i11 i1-l4 ' +
      'i12-m8 m6-l6 c10-f10 h1-k4 h11-k11 j3-m6 i10-l7 n1-n6 j10-j9',
  }],
  ['eigenstate', {
    start: 9,
    turns:
      'd1-d2,a1+e5,e1+c5 c6-c5,c5+b1,c5+a1 e1-e3,d2+d3,d2+a5 c5-b3,f6+c1,b3+d1 ' +
      'a1-a2,e3+a1,a2+d4 b3-a1,a6+e2,a1+c4 a2-c4,d2+a4,c4+d5 a6-a5,a1+d3,d6+d3 ' +
      'c4xd6,d2+a2,d6+a3 b6-b5,f6+a3,a1+e3 d6-b6,b1+c5,b6+b2 a1xb1,b5+c4,b5+d3 ' +
      'b6xa5,a5+c2,a5+d3 b1xc1,c1+e5,e6+a1 e3xc1,c1+d3,c1+b4 b5-c5,f6+b1,e6+d3',
  }],
  ['sixteen-stone', {
    start: 18,
    turns:
      'c4 c3 a3 d3 d2 c2 b4 b3 d4 b2 b5 a1 a2 c1 c5 e2 c4-d5 a1>ne c5-c4,b4>e c1>n,e2-e3 ' +
      'd2-d1,d5>s c2-b1,end d1-c2,d4>s c4>sw,c3-c4 c2>ne,d2-c1xb2 d1-c2xb2,end ' +
      'e5>s,c5-d4,end e2-d1xc1,c1>nw',
  }],
]);

export const sampleTurns = (game: string): string[] => kSamples.get(game)?.turns.split(' ') ?? [];
export const sampleStart = (game: string): number => kSamples.get(game)?.start ?? 0;
