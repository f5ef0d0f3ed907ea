import type { mediaSessions } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as nowplaying } from '#widgets/nowplaying.js';
import type { RowOf } from '#widgets/shared/rows.js';
import { at, render, rows } from '../support/answers.js';

type Session = RowOf<typeof mediaSessions>;

const session: Session = {
  source: 'living-room',
  id: 's1',
  userId: 'u1',
  viewer: 'ada',
  itemId: 'i1',
  title: 'The Pier',
  series: 'Example Harbor',
  kind: 'episode',
  client: 'Web',
  device: 'Firefox',
  deviceId: 'd1',
  method: 'direct',
  paused: false,
  positionSeconds: 2390,
  runtimeSeconds: 2400,
};

const showing = (...overs: Partial<Session>[]) => rows(overs.map((over) => ({ ...session, ...over })));

describe('nowplaying', () => {
  it('shows a session with the ids that actions take', () => {
    const { items } = render(nowplaying, { sessions: showing({}) });
    expect(items).to.deep.equal([
      {
        sessionId: 'living-room:s1',
        viewer: 'ada',
        title: 'Example Harbor – The Pier',
        type: 'episode',
        client: 'Web',
        device: 'Firefox',
        method: 'direct',
        paused: false,
        progress: 99,
        share: 99,
        positionSeconds: 2390,
        runtimeSeconds: 2400,
        leftSeconds: 10,
        eta: '10 s left',
        brief: 'ada · 10 s left',
        season: null,
        episode: null,
        artist: '',
        album: '',
        year: null,
        programme: '',
        part: '',
        image: '',
        poster: '',
        bandwidthBps: null,
        remote: null,
        audioMethod: 'unknown',
        video: '',
        audio: '',
        transcodeReasons: [],
        reason: '',
        hardware: '',
        place: '',
        tone: 'good',
        label: '99 %',
      },
    ]);
  });

  it('shows what is played and what it is made into', () => {
    const streams = { videoCodec: 'hevc', resolution: '2160p', audioCodec: 'truehd', toAudioCodec: 'aac' };
    const [copied, made] = render(nowplaying, {
      sessions: showing(
        { ...streams, toVideoCodec: 'hevc', toResolution: '2160p' },
        { ...streams, toVideoCodec: 'h264' },
      ),
    }).items;
    expect(copied).to.include({ video: 'hevc 2160p', audio: 'truehd → aac' });
    expect(made).to.include({ video: 'hevc 2160p → h264' });
  });

  it('says which episode it is, why and by what it is transcoded, from where it is watched, and what is left of it', () => {
    const [item] = render(nowplaying, {
      sessions: showing({
        ...{ season: 2, episode: 5, positionSeconds: 600, runtimeSeconds: 2400, image: '/Items/1/Images/Primary' },
        ...{ method: 'transcode', remote: true, hardware: 'vaapi' },
        transcodeReasons: ['VideoCodecNotSupported', 'ContainerBitrateExceedsLimit'],
      }),
    }).items;
    expect(item).to.include({
      ...{ part: 'S02E05', leftSeconds: 1800, eta: '30 min left', place: 'remote', hardware: 'vaapi' },
      reason: 'video codec not supported, container bitrate exceeds limit',
      image: 'living-room:/Items/1/Images/Primary',
    });
    expect(render(nowplaying, { sessions: showing({ remote: false }) }).items[0]).to.include({ place: 'local' });
  });

  it('names artist and album of music, and the programme of a channel', () => {
    const [music, channel] = render(nowplaying, {
      sessions: showing(
        { kind: 'music', artist: 'Ada Quartet', album: 'River Songs' },
        { kind: 'live', programme: 'Evening News' },
      ),
    }).items;
    expect(music).to.include({ artist: 'Ada Quartet', album: 'River Songs' });
    expect(channel).to.include({ programme: 'Evening News' });
  });

  it('counts all sessions and lists the paused ones last', () => {
    const sessions = showing(
      { id: 's1', paused: true, bandwidthBps: 1_000_000 },
      { id: 's2', method: 'transcode', bandwidthBps: 4_000_000 },
      { id: 's3' },
    );
    const payload = render(nowplaying, { sessions }, at({ limit: 2 }));
    expect(payload).to.include({ playing: 2, paused: 1, transcoding: 1, bandwidthBps: 5_000_000 });
    expect(payload.items.map((item) => item.sessionId)).to.deep.equal(['living-room:s2', 'living-room:s3']);
    expect(render(nowplaying, { sessions }).items.at(-1)?.label).to.equal('paused');
  });

  it('knows no progress of what has no end', () => {
    const { runtimeSeconds: _, series: __, ...endless } = session;
    const sessions = rows([{ ...endless, title: 'News', kind: 'live' as const }]);
    const [item] = render(nowplaying, { sessions }).items;
    expect(item).to.include({
      title: 'News',
      progress: 0,
      share: null,
      runtimeSeconds: null,
      leftSeconds: null,
      eta: '',
      label: 'live',
    });
    expect(nowplaying.tile?.list?.progress, 'no bar stands at 0 for it').to.equal('share');
  });
});
