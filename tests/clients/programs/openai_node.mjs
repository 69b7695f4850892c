// `openai` for Node: chat completions, or responses.
import OpenAI from "openai";
import { BASE, Calls, PERSON, run, SAID, TOOLS } from "./common.mjs";

const client = new OpenAI({ baseURL: BASE, apiKey: "k", maxRetries: 0 });
const model = "gpt-5-mini";
const USER = [{ role: "user", content: SAID }];

const chat = {
  whole: async () => (await client.chat.completions.create({ model, messages: USER })).choices[0].message.content,
  streamed: async () => {
    const stream = client.chat.completions.stream({ model, messages: USER, stream_options: { include_usage: true } });
    let text = "";
    stream.on("content", (delta) => (text += delta));
    const final = await stream.finalContent();
    if (final !== text || (await stream.totalUsage()).total_tokens !== 34) throw new Error("not what was streamed");
    return text;
  },
  tools: async (streamed) => {
    const calls = new Calls();
    const tools = Object.entries(TOOLS).map(([name, { description, parameters, use }]) => ({
      type: "function",
      function: { name, description, parameters, strict: true, parse: JSON.parse, function: (given) => calls.use(name, given) },
    }));
    const runner = client.chat.completions.runTools({ model, messages: USER, tools, stream: streamed });
    return calls.told(await runner.finalContent());
  },
  structured: async () => {
    const response_format = { type: "json_schema", json_schema: { name: "person", strict: true, schema: PERSON } };
    const reply = await client.chat.completions.create({ model, messages: USER, response_format });
    return JSON.parse(reply.choices[0].message.content);
  },
};

const responses = {
  whole: async () => (await client.responses.create({ model, input: SAID })).output_text,
  streamed: async () => {
    const stream = client.responses.stream({ model, input: USER });
    let text = "";
    stream.on("response.output_text.delta", ({ delta }) => (text += delta));
    const final = await stream.finalResponse();
    if (final.output_text !== text || final.usage.total_tokens !== 34) throw new Error("not what was streamed");
    return text;
  },
  tools: async (streamed) => {
    const calls = new Calls();
    const tools = Object.entries(TOOLS).map(([name, { description, parameters }]) => ({
      type: "function", name, description, parameters, strict: true,
    }));
    const input = [...USER];
    for (;;) {
      const asked = { model, input, tools };
      const reply = streamed ? await client.responses.stream(asked).finalResponse() : await client.responses.create(asked);
      const made = reply.output.filter((one) => one.type === "function_call");
      if (!made.length) return calls.told(reply.output_text);
      for (const { call_id, name, arguments: given } of made) {
        input.push({ type: "function_call", call_id, name, arguments: given });
        input.push({ type: "function_call_output", call_id, output: calls.use(name, JSON.parse(given)) });
      }
    }
  },
  structured: async () => {
    const text = { format: { type: "json_schema", name: "person", strict: true, schema: PERSON } };
    return JSON.parse((await client.responses.create({ model, input: SAID, text })).output_text);
  },
};

const api = { chat, responses }[process.argv[2]];
const { whole, streamed, tools, structured } = api;
await run(
  { whole, streamed, tools: () => tools(false), "tools streamed": () => tools(true), structured },
  whole,
  streamed,
);
