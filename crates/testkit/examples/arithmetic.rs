//! Prints the random program of a seed, for `bench/arithmetic`: `arithmetic SEED [undefined]`.

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seed = args.first().and_then(|seed| seed.parse().ok()).expect("a seed");
    let undefined = args.get(1).is_some_and(|word| word == "undefined");
    print!("{}", hecaton_testkit::arithmetic::program(seed, undefined).text);
}
