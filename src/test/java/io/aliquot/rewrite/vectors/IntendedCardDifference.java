package io.aliquot.rewrite.vectors;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Every way in which annotations mean something else to us than to the old system, and why. */
@SuppressWarnings("ImmutableEnumChecker") // the predicates are never written to
enum IntendedCardDifference {
    DOUBLED_PREFIX(
            "older releases registered NVIDIA-NVIDIA A100; such a word is read without the first NVIDIA-",
            v -> words(v).anyMatch(w -> w.startsWith("nvidia-nvidia"))),
    CARD_REGISTERED_WITH_DOUBLED_PREFIX(
            "a card of an older release is published by its product name, without the doubled prefix",
            v -> v.registered().startsWith("NVIDIA-NVIDIA")),
    CARD_REGISTERED_WITHOUT_PREFIX(
            "a card whose product name lacks NVIDIA is always registered with NVIDIA- before it",
            v -> v.registered().startsWith("Tesla")),
    EMPTY_MODE_IS_NO_CONSTRAINT(
            "an empty value excludes every card in the old system; ours warns",
            v -> v.has("vgpu-mode") && v.annotation("vgpu-mode").isEmpty()),
    OTHER_MODES_ARE_OTHER_CLASSES(
            "a card that is divided as mig or mps is another device class: this claim never sees it",
            v -> !v.mode().equals("hami-core"));

    final String reason;
    final Predicate<CardVerdict> applies;

    IntendedCardDifference(String reason, Predicate<CardVerdict> applies) {
        this.reason = reason;
        this.applies = applies;
    }

    private static Stream<String> words(CardVerdict verdict) {
        return Set.of("use-gputype", "nouse-gputype").stream()
                .flatMap(name -> Stream.of(verdict.annotation(name).split(",", -1)))
                .map(word -> word.strip().toLowerCase(Locale.ROOT));
    }
}
