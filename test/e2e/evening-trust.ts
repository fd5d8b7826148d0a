import { describe, expect, it } from 'vitest';
import en from '#data/locales/en.json' with { type: 'json' };
import { FANS_ROLE_ID } from '#sandbox/discord/guild/accounts.ts';
import { messageOf, MODERATOR, openPanel, usePanel } from './alert-plan.ts';
import { kindOf, typesIn } from './alert-record.ts';
import { textOf } from './askers.ts';
import { CASES } from './evening-cases.ts';
import { MATCH } from './evening-rows.ts';
import { HOSTILE, type Evening } from './evening.ts';
import { controlsOf } from './explore.ts';
import { PATIENCE } from './stage.ts';

type Name = keyof typeof CASES;
const names = Object.keys(CASES) as Name[];

const { reason } = en.why;

/** Tests of what moderators can find out about an evening, and change. */
export const describeCommands = (evening: () => Evening): void => {
  const whyIn = (name: string): readonly string[] =>
    (evening().seen.why.get(name) ?? '').split('\n');

  describe('/alerts why', () => {
    it.each(names)('gives the reason for each alert: %s', (name) => {
      const lines = whyIn(name);
      for (const [kind, words] of CASES[name].why) {
        const own = lines.filter((line) => line.startsWith(`**${en.alertType[kind]}**`));
        expect(own.join('\n'), lines.join('\n')).toContain(words);
      }
    });

    it('links to the card that the post of the start became, where it stands now', () => {
      const [start] = whyIn('sent').filter((line) => line.includes(en.alertType.start));
      const id = evening().ids.get('sent') ?? '';
      const changes = evening().recording.of(id);
      const gone = changes.filter(({ type }) => type === 'message-delete');
      const standing = changes.filter(({ messageId }) =>
        gone.every((each) => each.messageId !== messageId),
      );
      const linked = start?.match(/\/(\d+)$/)?.[1] ?? '';
      expect(start).toContain(`/${id}/${linked}`);
      expect(standing.map(({ messageId }) => messageId)).toContain(linked);
    });

    it('says that a channel without follows does not follow the match', () => {
      expect(whyIn('follows-none').join('\n')).toMatch(/❌ <#\d+> doesn't follow this match/);
    });
  });

  describe('the button of /alerts why', () => {
    const previewIn = async (name: string, match = MATCH) => {
      const { stage } = evening();
      const line = `/alerts why match:${match} channel:#${name}`;
      const why = messageOf(await stage.runIn('general', MODERATOR, line));
      const customId = controlsOf(why)[0]?.id ?? '';
      return textOf(await stage.pressAs(MODERATOR, { message: why.id, customId }));
    };

    it('shows a past match with the texts of its posts', async () => {
      const preview = await previewIn('sent');
      const posts = evening()
        .recording.of(evening().ids.get('sent') ?? '')
        .flatMap(({ type, message }) =>
          type === 'message-create' && message !== null ? [message] : [],
        )
        // The preview uses the corrected score, so the other posts can differ from it.
        .filter((message) => ['start', 'correction'].includes(kindOf(message)));
      expect(posts).toHaveLength(2);
      for (const { content } of posts) expect(preview).toContain(content);
      expect(preview).toContain('**Would be posted: 4**');
    });

    it.each([
      ['type', '**Would be posted: 3**', `Match start: ${reason.type}`],
      ['round', '**Would be posted: 0**', `Results: ${reason.round}`],
      ['level', '**Would be posted: 0**', `Results: ${reason.level}`],
      ['category', '**Would be posted: 0**', `Results: ${reason.category}`],
      ['quiet', '**Would be posted: 2**', `Results: ${reason['quiet-hours']}`],
      [
        'follows-none',
        '**Nothing would be posted (⚠️). Otherwise, alerts: 4**',
        /⚠️ <#\d+> doesn't follow this match/,
      ],
    ])('applies the settings of the channel %s', async (name, posted, words) => {
      const preview = await previewIn(name);
      expect(preview).toContain(posted);
      expect(preview).toMatch(words);
    });

    it('adds the delay of the channel', async () => {
      const timesIn = async (name: string) =>
        [...(await previewIn(name)).matchAll(/<t:(\d+):T>/g)].map(([, time]) => Number(time));
      const sent = await timesIn('sent');
      expect(sent.length).toBeGreaterThan(3);
      expect(await timesIn('late')).toEqual(sent.map((time) => time + 900));
    });

    it('reconstructs the result of a match that the bot did not watch, without times', async () => {
      const { data } = await evening().stage.ask<{ data: { id: number; status: string }[] }>(
        '/tournaments/358/matches?per_page=50',
      );
      const unseen = data.find(({ status }) => status === 'finished');
      const preview = await previewIn('sent', unseen?.id);
      expect(preview).toMatch(/beat .* \d-\d/);
      expect(preview).not.toContain('<t:');
    });
  });

  describe('a test in the panel', () => {
    const test = async (name: string) => {
      const { stage } = evening();
      const panel = await openPanel(stage, name);
      const customId = controlsOf(panel).find(({ id }) => id.startsWith('alerts:test:'))?.id ?? '';
      return textOf(await stage.pressAs(MODERATOR, { message: panel.id, customId }));
    };

    it('posts one sample alert, which pings nobody', async () => {
      const answer = await test('tested');
      expect(answer).toContain('Test alert posted in');
      const samples = await evening().stage.posts('tested');
      expect(samples.map(({ content }) => content.split('\n')[0])).toEqual([
        `-# Test alert: ${en.alertType.start}`,
      ]);
      for (const { mention_roles: roles, mentions, components } of samples) {
        expect([roles, mentions, components ?? []]).toEqual([[], [], []]);
      }
    });

    it('names the missing permission when Discord refuses the sample', async () => {
      expect(await test('no-permission')).toContain('grant me Send Messages there');
    });
  });

  describe('a channel that cannot be written to', () => {
    it('is listed in /alerts health with the missing permission', () => {
      const channels = evening().seen.health.split(/(?=<#\d+>\n)/);
      const of = (name: string) =>
        channels.find((each) => each.includes(`<#${evening().ids.get(name)}>`)) ?? '';
      expect(of('no-permission')).toContain('grant me Send Messages there');
      expect(of('no-permission')).toContain('Alerts waiting');
      expect(of('no-access')).toContain('grant me View Channel there');
      expect(of('mended-after')).toContain('grant me Send Messages there');
    });

    it('is reported once, by direct message, to the moderator who set it up', async () => {
      const direct = await evening().stage.directWith(MODERATOR);
      const notices = evening()
        .recording.of(direct.id)
        .map(({ message }) => message?.embeds[0]?.description ?? '');
      for (const name of ['no-permission', 'no-access', 'mended-late']) {
        const own = notices.filter((notice) => notice.includes(`<#${evening().ids.get(name)}>`));
        expect(own, name).toHaveLength(1);
      }
    });

    it('resumes by itself, with only the alerts that are still news', () => {
      expect(typesIn(evening().recording.of(evening().ids.get('mended-after') ?? ''))).toEqual([
        ...['start', 'set', 'result'],
      ]);
      const late = typesIn(evening().recording.of(evening().ids.get('mended-late') ?? ''));
      expect(late).toContain('result');
      expect(late).not.toContain('start');
    });
  });

  describe('a removal in the panel', () => {
    it("ends the alerts, and moves the members' follows to another channel", async () => {
      expect(evening().recording.of(evening().ids.get('removed') ?? '')).toEqual([]);
      expect(textOf(await evening().stage.runIn('general', 'nora', '/follow'))).toContain(
        HOSTILE.replace('@', String.raw`\@`),
      );
    });
  });

  describe('two moderators at the same time', () => {
    const panel = async () => await evening().ask('/alerts panel channel:#shared');
    const change = async (page: string, menu: string, value: string, as = MODERATOR) => {
      const { stage } = evening();
      const line = `/alerts panel channel:#shared page:${page}`;
      const shown = messageOf(await stage.runIn('general', as, line));
      return await usePanel(stage, shown, menu, [value], as);
    };

    it('keep all changes of both when they change different settings', async () => {
      await Promise.all([
        change('matches', 'smallestRound', '4'),
        change('matches', 'category', 'women', 'tomas'),
        change('look', 'events', 'finals'),
        change('pings', 'roles', FANS_ROLE_ID, 'tomas'),
      ]);
      const words = await panel();
      for (const setting of [
        'Quarterfinal and later',
        'Women',
        'Finals become server events',
        `<@&${FANS_ROLE_ID}>`,
      ]) {
        expect(words).toContain(setting);
      }
    });

    it('get the settings of exactly one of them when they conflict', async () => {
      for (let time = 1; time <= 5; time += 1) {
        await Promise.all([
          change('what', 'preset', 'calm'),
          change('what', 'preset', 'everything', 'tomas'),
        ]);
        const words = await panel();
        const ofOne = words.includes('**Calm**');
        const ofOther = words.includes('**Everything**');
        expect([ofOne, ofOther].filter(Boolean), words).toHaveLength(1);
      }
    });

    it('lose no change of each other when one uses an outdated panel', async () => {
      const [one, other] = [
        await openPanel(evening().stage, 'shared'),
        await openPanel(evening().stage, 'shared'),
      ];
      await usePanel(evening().stage, one, 'preset', ['calm']);
      await usePanel(evening().stage, other, 'types', ['start']);
      expect(await panel()).toContain('Match start');
      expect(await panel()).toContain('Quarterfinal and later');
    });
  });

  describe('a bot that is removed from the server', () => {
    it('has the same settings when it is invited again', async () => {
      const before = await evening().ask('/alerts panel channel:#late');
      await evening().stage.removeBot();
      await expect(evening().ask('/alerts panel channel:#late')).rejects.toThrow();
      await evening().stage.inviteBot();
      await expect
        .poll(async () => await evening().ask('/alerts panel channel:#late'), PATIENCE)
        .toBe(before);
      const said = (
        await Promise.all(
          ['general', 'announcements', 'padel-alerts'].map((name) => evening().stage.posts(name)),
        )
      ).flat();
      expect(said.map(({ embeds }) => embeds[0]?.title)).toEqual([en.welcome.back]);
    });
  });
};
